"""Tables in the browser: ``cogitable serve``. Needs the extra ``[web]``; nothing else imports this package."""
