import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { sampleLinkedEnvironment } from '../../shared/result/environment-fixture.ts'
import { PUBLISHED_FILE, readPublished } from '../../shared/result/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { pathToPublish, publishRun, serversOfToday } from './publishing.ts'

const path = join(ROOT, 'results/update-user/not-there.json')
const run = {
  scenario: 'update-user',
  source: { commit: 'abc', clean: true },
  environment: { link: null },
  servers: [...serversOfToday('update-user')].map((name) => ({ name })),
  notInstalled: [],
}
const anyway = /npm run bench -- publish results\/update-user\/not-there\.json does it all the same$/

test('a run of changed sources, over a network, of chosen servers or beside the rule is not published, and the reason is told', async () => {
  const changed = await publishRun(path, { ...run, source: { commit: 'abc', clean: false } })
  assert.match(changed, /^not published: the sources have uncommitted changes; commit them/)
  const linked = await publishRun(path, { ...run, environment: sampleLinkedEnvironment })
  assert.match(linked, /^not published: there was a network between servers and load generator/)
  const chosen = await publishRun(path, { ...run, servers: run.servers.slice(1) })
  assert.match(chosen, /^not published, as a choice of servers/)
  assert.match(chosen, anyway)
  const other = await publishRun(path, run)
  assert.match(
    other,
    /^not published: results\/update-user\/\S+Z\.json has more of today’s servers or is a default run/,
  )
  assert.match(other, anyway)
})

test('what is published is what the rule in METHODOLOGY has published', () => {
  const published = new Map(readPublished().map(({ result, path }) => [result.scenario, path]))
  for (const scenario of scenarios.keys()) {
    const path = pathToPublish(scenario)
    assert.equal(published.get(scenario), path, `${PUBLISHED_FILE}: npm run bench -- publish ${path}`)
  }
})
