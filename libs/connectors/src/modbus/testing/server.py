"""Serves Modbus TCP with pymodbus. The first line of the standard input is a map of all units, each further line a map
of units that are replaced: {unit: {table: {address: [values]}}}, or {unit: null} for one that is removed. Answers each
line with its port. Refuses registers that no map has. Ends with its standard input.
"""

import asyncio
import json
import logging
import sys

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server.async_io import ModbusTcpServer

TABLES = {"coil": "co", "discrete": "di", "input": "ir", "holding": "hr"}


def block(parts):
    values = {int(at) + index: value for at, part in parts.items() for index, value in enumerate(part)}
    return ModbusSparseDataBlock(values or {65536: 0})


def unit(tables):
    return ModbusSlaveContext(
        zero_mode=True, **{short: block(tables.get(name, {})) for name, short in TABLES.items()}
    )


async def main():
    lines = asyncio.StreamReader(limit=2**24)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    # Unit 0 is the gateway: it answers for units that are not there.
    units = {0: unit({})}
    context = ModbusServerContext(slaves=units, single=False)
    server = ModbusTcpServer(context, address=("127.0.0.1", 0))
    running = asyncio.create_task(server.serve_forever())
    while line := await lines.readline():
        for number, tables in json.loads(line).items():
            if tables is None:
                units.pop(int(number))
            else:
                units[int(number)] = unit(tables)
        await server.serving
        print(server.server.sockets[0].getsockname()[1], flush=True)
    running.cancel()


logging.disable()
asyncio.run(main())
