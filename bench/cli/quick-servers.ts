/** Selects the servers of `run --quick`, and describes the selection. */
import { dirname } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { aboutTime } from '../../shared/basics/text.ts'
import { REPRESENTATIVES, RPC } from '../../shared/results/quick.ts'
import { SERVERS_DIR, type Server } from '../folders/servers.ts'
import { flag } from './command.ts'
import type { Chosen, ServerOptions } from './server-options.ts'

export const quickOptions = {
  quick: flag(
    `two processes each of ${REPRESENTATIVES.length + 1} representative servers, in one to three minutes; figures have two digits and are never published; --servers chooses others`,
  ),
  all: flag('with --quick: every installed server, which takes longer'),
}

interface QuickOptions extends ServerOptions {
  quick: boolean
  all: boolean
}

const isUnfiltered = ({ servers, tag, runtime }: ServerOptions) => !servers && !tag && !runtime

/** @throws UsageError for --all without --quick, or beside a choice of servers */
export function assertAllIsQuick(options: QuickOptions): void {
  if (options.all && !(options.quick && isUnfiltered(options)))
    throw new UsageError(
      '--all widens the choice of --quick: use it with --quick, and without --servers, --tag, --runtime',
    )
}

/** Returns the part of a possible run that a quick run measures. Folders of --servers-dir always take part. */
export function quickChoice(possible: Chosen, options: QuickOptions): Chosen {
  if (!options.quick || options.all || !isUnfiltered(options)) return possible
  const { installed, notInstalled, lacking } = possible
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
 * Returns a line with the number of servers that a quick run measures, and the time that all would take.
 * @param expected returns the expected seconds for a number of servers
 */
export function quickLines(
  possible: Chosen,
  options: QuickOptions,
  expected: (servers: number) => number,
): string[] {
  if (!options.quick || !isUnfiltered(options)) return []
  const { length: few } = quickChoice(possible, { ...options, all: false }).installed
  const { length: all } = possible.installed
  if (few === all) return []
  const [fewTime, allTime] = [few, all].map((servers) => aboutTime(expected(servers)))
  return [
    options.all
      ? `--all: ${all} servers instead of ${few}, which takes ${allTime} instead of ${fewTime}`
      : `--quick: ${few} of ${all} installed servers; --servers chooses others, --all measures all in ${allTime}`,
  ]
}
