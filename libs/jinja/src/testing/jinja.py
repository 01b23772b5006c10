"""Renders templates with Jinja and the filters of Home Assistant ("Templating").

Reads a JSON list of {"source", "payload"} and writes a JSON list of texts; null where the template
has an error.
"""

import base64
import json
import math
import re
import sys
from datetime import datetime, timedelta, timezone

from jinja2 import Undefined
from jinja2.filters import do_int
from jinja2.sandbox import ImmutableSandboxedEnvironment

MISSING = object()


def attempt(calculate, default):
    try:
        return calculate()
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        if default is MISSING:
            raise
        return default


def to_float(value, default=MISSING):
    return attempt(lambda: float(value), default)


def to_int(value, default=MISSING, base=10):
    result = do_int(value, default=MISSING, base=base)
    return attempt(lambda: float(value), default) if result is MISSING else result


def to_round(value, precision=0, method="common", default=MISSING):
    def calculate():
        number, scale = float(value), float(10**precision)
        if method == "ceil":
            result = math.ceil(number * scale) / scale
        elif method == "floor":
            result = math.floor(number * scale) / scale
        elif method == "half":
            result = round(number * 2) / 2
        else:
            result = round(number, precision)
        return int(result) if precision == 0 else result

    return attempt(calculate, default)


def to_bool(value, default=MISSING):
    words = {"1": True, "true": True, "yes": True, "on": True, "enable": True}
    words |= {"0": False, "false": False, "no": False, "off": False, "disable": False}

    def calculate():
        if isinstance(value, (bool, int, float)):
            return bool(value)
        if str(value).strip().lower() not in words:
            raise ValueError
        return words[str(value).strip().lower()]

    return attempt(calculate, default)


def iif(value, if_true=True, if_false=False, if_none=MISSING):
    if value is None and if_none is not MISSING:
        return if_none
    return if_true if bool(value) else if_false


def is_defined(value):
    if isinstance(value, Undefined):
        raise ValueError
    return value


def is_number(value):
    try:
        return math.isfinite(float(value))
    except (ValueError, TypeError):
        return False


def at(value):
    return datetime.fromtimestamp(float(value), timezone.utc)


def as_datetime(value, default=MISSING):
    def calculate():
        try:
            return at(value)
        except (ValueError, TypeError):
            found = datetime.fromisoformat(value)
            return found if found.tzinfo else found.replace(tzinfo=timezone.utc)

    return attempt(calculate, default)


def as_timestamp(value, default=MISSING):
    return attempt(lambda: as_datetime(value).timestamp(), default)


def timestamp_custom(value, date_format="%Y-%m-%d %H:%M:%S", local=True, default=MISSING):
    return attempt(lambda: at(value).strftime(date_format), default)


def flags(ignorecase):
    return re.IGNORECASE if ignorecase else 0


def regex_findall(value, find="", ignorecase=False):
    return re.compile(find, flags(ignorecase)).findall(value)


def to_json(value, ensure_ascii=False, pretty_print=False, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, separators=(",", ":"), sort_keys=sort_keys)


FILTERS = {
    "add": lambda value, amount, default=MISSING: attempt(lambda: float(value) + amount, default),
    "as_datetime": as_datetime,
    "as_timestamp": as_timestamp,
    "base64_decode": lambda value: base64.b64decode(value).decode(),
    "base64_encode": lambda value: base64.b64encode(value.encode()).decode(),
    "bitwise_and": lambda first, second: first & second,
    "bitwise_or": lambda first, second: first | second,
    "bool": to_bool,
    "contains": lambda value, item: item in value,
    "float": to_float,
    "from_json": lambda value, default=MISSING: attempt(lambda: json.loads(value), default),
    "iif": iif,
    "int": to_int,
    "is_defined": is_defined,
    "is_number": is_number,
    "log": lambda value, base=math.e: math.log(float(value), float(base)),
    "multiply": lambda value, amount, default=MISSING: attempt(
        lambda: float(value) * amount, default
    ),
    "ord": ord,
    "regex_findall": regex_findall,
    "regex_findall_index": lambda value, find="", index=0, ignorecase=False: regex_findall(
        value, find, ignorecase
    )[index],
    "regex_match": lambda value, find="", ignorecase=False: bool(
        re.compile(find, flags(ignorecase)).match(value)
    ),
    "regex_replace": lambda value="", find="", replace="", ignorecase=False: re.compile(
        find, flags(ignorecase)
    ).sub(replace, value),
    "regex_search": lambda value, find="", ignorecase=False: bool(
        re.compile(find, flags(ignorecase)).search(value)
    ),
    "round": to_round,
    "sqrt": lambda value: math.sqrt(float(value)),
    "strptime": lambda value, fmt: datetime.strptime(value, fmt).replace(tzinfo=timezone.utc),
    "timestamp_custom": timestamp_custom,
    "timestamp_local": lambda value: at(value).isoformat(),
    "timestamp_utc": lambda value: at(value).isoformat(),
    "to_json": to_json,
    "zip": zip,
}

environment = ImmutableSandboxedEnvironment()
environment.filters.update(FILTERS)
environment.tests.update(
    {
        "contains": FILTERS["contains"],
        "is_number": is_number,
        "list": lambda value: isinstance(value, list),
        "match": FILTERS["regex_match"],
        "search": FILTERS["regex_search"],
    }
)
environment.globals.update(
    {name: FILTERS[name] for name in ("float", "int", "bool", "iif", "is_number", "as_timestamp")}
)
environment.globals.update({"as_datetime": as_datetime, "max": max, "min": min, "zip": zip})
environment.globals.update({"timedelta": timedelta, "strptime": FILTERS["strptime"]})


def render(source, payload):
    variables = {"value": payload}
    try:
        variables["value_json"] = json.loads(payload)
    except ValueError:
        pass
    try:
        return environment.from_string(source).render(variables).strip()
    except Exception:
        return None


json.dump([render(**one) for one in json.load(sys.stdin)], sys.stdout)
