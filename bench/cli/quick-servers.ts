/** Which servers `run --quick` measures, and what it says of that before it begins. */
import { dirname } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { aboutTime } from '../../shared/basics/text.ts'
import type { Protocol } from '../../shared/format/format.ts'
import { SERVERS_DIR, type Server } from '../folders/servers.ts'
import { expectedSeconds } from '../run/protocol.ts'
import { flag } from './command.ts'
import type { Chosen, ServerOptions } from './server-options.ts'

/** The runtimes bare, the frameworks that are compared most, a heavy one, and a validation library. */
const REPRESENTATIVES = [
  ...[
    'http-node',
    'http-bun',
    'http-deno',
    'fastify',
    'hono',
    'express',
    'koa',
    'hapi',
    'nest-express',
    'valibot',
  ],
]
/** RPC: the first that is installed. */
const RPC = ['mion', 'trpc']

export const quickOptions = {
  quick: flag(
    `two processes each of ${REPRESENTATIVES.length + 1} representative servers, in one to three minutes: figures of two digits, which are never published; --servers chooses others`,
  ),
  all: flag('with --quick: every installed server, which takes longer'),
}

interface QuickOptions extends ServerOptions {
  quick: boolean
  all: boolean
}

const isFree = ({ servers, tag, runtime }: ServerOptions) => !servers && !tag && !runtime

/** @throws UsageError where --all has nothing to widen */
export function assertAllIsQuick(options: QuickOptions): void {
  if (options.all && !(options.quick && isFree(options)))
    throw new UsageError(
      '--all widens the choice of --quick: use it with --quick, and without --servers, --tag, --runtime',
    )
}

/** Returns the part of a possible run that a quick run measures. Folders of --servers-dir always take part. */
export function quickChoice(possible: Chosen, options: QuickOptions): Chosen {
  return options.quick && !options.all && isFree(options) ? representatives(possible) : possible
}

function representatives({ installed, notInstalled, lacking }: Chosen): Chosen {
  const rpc = RPC.find((name) => installed.some((server) => server.name === name))
  const takesPart = ({ name, directory }: Pick<Server, 'name' | 'directory'>) =>
    dirname(directory) !== SERVERS_DIR || name === rpc || REPRESENTATIVES.includes(name)
  return {
    installed: installed.filter(takesPart),
    notInstalled: notInstalled.filter(takesPart),
    lacking,
  }
}

/**
 * Returns lines with the number of servers that a quick run measures, and the time that all or the usual ones would
 * take.
 */
export function quickLines(possible: Chosen, options: QuickOptions, protocol: Protocol): string[] {
  if (!options.quick || !isFree(options)) return []
  const [few, all] = [representatives(possible), possible].map(({ installed: { length } }) => ({
    number: length,
    time: aboutTime(expectedSeconds(protocol, length)),
  }))
  if (!few || !all || few.number === all.number) return []
  return [
    options.all
      ? `--all: ${all.number} servers instead of ${few.number}, which takes ${all.time} instead of ${few.time}`
      : `--quick: ${few.number} of ${all.number} installed servers; --servers chooses others, --all measures all in ${all.time}`,
  ]
}
