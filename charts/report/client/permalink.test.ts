import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permalinkOf } from './permalink.ts'
import { readState } from './state.ts'

test('Markdown of a badge names its file, and leads to its row in the report', () => {
  const site = 'https://example.github.io/suite/'
  const { row, markdown } = permalinkOf(
    `${site}#open=koa`,
    { name: 'update-user', title: 'Update user' },
    'hono.bun',
  )
  const [, badge = '', link = ''] = /\?url=([^)]+)\)\]\((.+)\)$/.exec(markdown) ?? []
  assert.equal(decodeURIComponent(badge), `${site}data/badge/hono.bun/update-user.json`)
  assert.equal(link, row)
  assert.ok(row.startsWith(`${site}#`))
  assert.deepEqual(Object.fromEntries(readState(new URL(row).hash)), {
    scenario: 'update-user',
    open: 'hono.bun',
  })
})
