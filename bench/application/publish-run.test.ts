import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { sampleLinkedEnvironment } from '../../shared/result/environment-fixture.ts'
import { serversOfToday } from './publication-rule.ts'
import { publishRun } from './publish-run.ts'

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
