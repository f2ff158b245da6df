/** Publishes what was just measured, where the rule has it published. */
import { join, relative, resolve } from 'node:path'
import { pagePath } from '../../charts/text/paths.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { plural } from '../../shared/basics/text.ts'
import type { UnsealedResult } from '../../shared/result/format.ts'
import { pathToPublish } from './publication-rule.ts'

/**
 * @param path where the result was written
 * @param isChoice whether somebody chose the servers: of a part of them no page is made unless it is asked for
 * @returns what to tell of it, in one line
 */
export async function publishRun(
  path: string,
  {
    scenario,
    source,
    environment,
  }: Pick<UnsealedResult, 'scenario' | 'source'> & {
    environment: Pick<UnsealedResult['environment'], 'link'>
  },
  isChoice: boolean,
): Promise<string> {
  if (source.clean === false) {
    return 'not published: the sources have uncommitted changes; commit them and run again'
  }
  if (environment.link) {
    return 'not published: there was a network between servers and load generator, and what is published is of one machine'
  }
  const anyway = `npm run bench -- publish ${relative('', path)} does it all the same`
  if (isChoice) return `not published, as a choice of servers: ${anyway}`
  const ruled = pathToPublish(scenario)
  if (ruled !== undefined && resolve(ROOT, ruled) !== path) {
    return `not published: ${relative('', join(ROOT, ruled))} has more of today’s servers or more repeats, or is a default run and this one is not; ${anyway}`
  }
  // Only who publishes waits for what draws to be loaded.
  const { publish } = await import('../../charts/pages/publish.ts')
  const changed = await publish(path)
  return `published ${plural(changed.length, 'file')}: ${pagePath(scenario)}, its charts and what shows them`
}
