import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { holdsRegion } from '../text/markdown.ts'
import { PAGES, regionsOf } from './regions.ts'

test('every region is on a page', () => {
  const pages = PAGES.map((path) => readFileSync(join(ROOT, path), 'utf8'))
  for (const region of Object.keys(regionsOf([])))
    assert.ok(
      pages.some((page) => holdsRegion(page, region)),
      region,
    )
})

test('a scenario’s row has its rounds, and how many trials settled', () => {
  const result = inventedResult(threeServers)
  const servers = result.servers.map((server, i) => ({
    ...server,
    trials: server.trials.map((trial) => ({
      ...trial,
      warmUp: { rates: [], seconds: 1, settled: i > 0 },
    })),
  }))
  const rounds = result.rounds.length
  assert.match(
    regionsOf([publishedAs({ ...result, servers })]).evidence ?? '',
    new RegExp(`\\| 3 \\| ${rounds} \\| ${2 * rounds} of ${3 * rounds} \\|`),
  )
})
