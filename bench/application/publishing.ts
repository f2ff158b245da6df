/** What is published after a measurement. Only who publishes waits for what draws to be loaded. */
import { join, relative, resolve } from 'node:path'
import { pagePath } from '../../charts/text/paths.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { plural } from '../../shared/basics/text.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../../shared/result/default-protocol.ts'
import type { UnsealedResult } from '../../shared/result/format.ts'
import { publishableResults, resultToPublish } from '../../shared/result/published.ts'
import { findServerFolders, SERVERS_DIR, scenarioSource } from '../contenders/servers.ts'
import { say } from '../terminal/output.ts'

/** Renews pages and charts after a result was stored. Which results are shown is a function of the stored ones. */
export async function publishPages(): Promise<void> {
  const { publish } = await import('../../charts/pages/publish.ts')
  say(`published ${plural((await publish()).length, 'file')}`)
}

/** Names of the repository's servers that have the scenario. */
export function serversOfToday(scenario: string): Set<string> {
  const folders = findServerFolders([SERVERS_DIR]).filter((folder) => scenarioSource(folder, scenario))
  return new Set(folders.map(({ name }) => name))
}

/**
 * The file that the rule has published of a scenario.
 * @returns its path from the repository's root; undefined where no stored result may be published
 */
export function pathToPublish(scenario: string): string | undefined {
  const { rounds: _, ...protocol } = defaultProtocol
  return resultToPublish(publishableResults(scenario), serversOfToday(scenario), {
    protocol,
    leastRounds: LEAST_ROUNDS,
  })?.path
}

type PublishedRun = Pick<UnsealedResult, 'scenario' | 'source' | 'notInstalled'> & {
  environment: Pick<UnsealedResult['environment'], 'link'>
  servers: readonly { name: string }[]
}

/** Whether a server of today was left out, or put on another runtime: of a part of them no page is made unasked. */
function leavesOut({ scenario, servers, notInstalled }: PublishedRun): boolean {
  const named = new Set([...servers, ...notInstalled].map(({ name }) => name))
  return [...serversOfToday(scenario)].some((name) => !named.has(name))
}

/**
 * @param path where the result was written
 * @returns what to tell of it, in one line
 */
export async function publishRun(path: string, result: PublishedRun): Promise<string> {
  const { scenario, source, environment } = result
  if (source.clean === false) {
    return 'not published: the sources have uncommitted changes; commit them and run again'
  }
  if (environment.link) {
    return 'not published: there was a network between servers and load generator, and what is published is of one machine'
  }
  const anyway = `npm run bench -- publish ${relative('', path)} does it all the same`
  if (leavesOut(result)) return `not published, as a choice of servers: ${anyway}`
  const ruled = pathToPublish(scenario)
  if (ruled !== undefined && resolve(ROOT, ruled) !== path) {
    return `not published: ${relative('', join(ROOT, ruled))} has more of today’s servers or is a default run and this one is not; ${anyway}`
  }
  const { publish } = await import('../../charts/pages/publish.ts')
  const changed = await publish(path)
  return `published ${plural(changed.length, 'file')}: ${pagePath(scenario)}, its charts and what shows them`
}
