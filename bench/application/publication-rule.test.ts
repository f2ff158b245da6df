import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLISHED_FILE, readPublished } from '../../shared/result/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { pathToPublish } from './publication-rule.ts'

test('what is published is what the rule in METHODOLOGY has published', () => {
  const published = new Map(readPublished().map(({ result, path }) => [result.scenario, path]))
  for (const scenario of scenarios.keys()) {
    const path = pathToPublish(scenario)
    assert.equal(published.get(scenario), path, `${PUBLISHED_FILE}: npm run bench -- publish ${path}`)
  }
})
