"""What a person at a terminal needs: menus, several actions at one stroke, hints."""
