"""The marks in the templates of text.py, and expressions with them."""

GAP, HARD, NAME, SITE, END = "\1", "\2", "\3", "\4", "\5"


def spaced(text):
    """A literal, whose spaces do not change."""
    return text.replace(" ", HARD)


def name(text):
    return NAME + text + END


def expression(tree):
    kind = tree[0]
    if kind == "num":
        return str(tree[1])
    if kind == "var":
        return name(tree[1])
    if kind == "?":
        return f"({GAP}{expression(tree[1])} ? {expression(tree[2])} : {expression(tree[3])})"
    return f"({expression(tree[1])}{GAP} {kind} {GAP}{expression(tree[2])})"
