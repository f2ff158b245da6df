/** The rule of what is published, applied to the results and the servers that the repository holds. */
import { publishableResults, resultToPublish } from '../../shared/result/published.ts'
import { findServerFolders, SERVERS_DIR, scenarioSource } from '../contenders/servers.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../measure/protocol.ts'

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
