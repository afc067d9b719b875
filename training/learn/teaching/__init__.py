"""What finished policies are taught afterwards: a value for search, a small copy."""
