import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { serverPages } from './server-page.ts'

const NOTE = 'a note on `bodies`'

function resultIn(scenario: string) {
  const result = inventedResult(threeServers, { scenario })
  const express = result.subjects.find(({ name }) => name === 'express')
  assert.ok(express)
  express.details.notes = scenario === 'hello' ? ['everywhere'] : ['everywhere', NOTE]
  express.details.knownDeviations = [
    { case: 'malformed JSON', status: 500, reason: 'its parser throws' },
  ]
  express.details.behaviours =
    scenario === 'hello' ? [] : [{ id: 'gzip', title: 'gzip', status: 200, outcome: 'accepted' }]
  express.details.packages = { express: '1.2.3' }
  return publishedAs(result)
}

const pages = serverPages({
  published: ['update-user', 'reject', 'hello'].map(resultIn),
  probes: [],
  pages: [
    {
      path: 'charts/published/startup/README.md',
      title: 'Startup',
      sentence: 'times',
      files: new Map(),
      servers: ['express'],
      columns: [],
    },
  ],
  findings: {
    present: [],
    past: [
      {
        package: 'qs',
        version: '1.0.0',
        server: 'express',
        scenario: 'hello',
        case: 'x',
        invariant: 2,
        effect: 'crashes',
        what: 'a long query',
        fixed: '1.0.1',
      },
    ],
  },
  read: (path) => (path.endsWith('express/hello.ts') ? 'listen()\n' : undefined),
})
const page = pages.get('servers/express/README.md') ?? ''
const sectionOf = (heading: string) => page.split(`\n## ${heading}\n\n`)[1]?.split('\n## ')[0] ?? ''

test('a server’s page has a row of figures per scenario, which leads to the scenario’s page', () => {
  assert.deepEqual([...pages.keys()].sort(), [
    'servers/express/README.md',
    'servers/http-bun/README.md',
    'servers/http-node/README.md',
  ])
  const figures = '3 | 0.349 ± 1.2% | 21,300 | 70 | 120 | 5.98 | 120 | 46.1 |'
  for (const [title, name] of [
    ['Update user', 'update-user'],
    ['Hello', 'hello'],
  ])
    assert.ok(
      sectionOf('Figures').includes(
        `| [${title}](../../charts/published/${name}/README.md) | ${figures}`,
      ),
      sectionOf('Figures'),
    )
})

test('a note that is not on every scenario names those that it is on', () => {
  assert.equal(sectionOf('Notes').trim(), `- everywhere\n- ${NOTE} (Update user, Reject)`)
})

test('it has the code, what is let through, deviations past and present, versions and other pages', () => {
  assert.equal(sectionOf('Code').trim(), '```ts\nlisten()\n```\n\nFiles: [`hello.ts`](hello.ts).')
  assert.match(sectionOf('What it lets through'), /\| Update user, Reject \| gzip \|/)
  assert.equal(
    sectionOf('Known deviations').trim(),
    '- known deviation, malformed JSON: 500. its parser throws (Update user, Reject)\n- crashes: a long query (qs 1.0.0; fixed in 1.0.1)',
  )
  assert.equal(sectionOf('Versions').trim(), '- measured with 1.2.3: 2026-01-02')
  assert.equal(
    sectionOf('Other measurements').trim(),
    '- [Startup](../../charts/published/startup/README.md): times',
  )
  assert.match(sectionOf('Properties'), /\| packages \| `express@1\.2\.3` \|/)
  assert.doesNotMatch(pages.get('servers/http-bun/README.md') ?? '', /## (Code|Notes|Known)/)
})
