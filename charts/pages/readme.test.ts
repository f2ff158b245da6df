import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'

test('README is short enough to be read', () => {
  const { length } = readFileSync(join(ROOT, 'README.md'))
  assert.ok(length <= 12_288, `README.md has ${length} bytes`)
})

test('its chart fits on one screen', () => {
  for (const theme of ['light', 'dark'] as const) {
    const path = join(ROOT, `charts/published/update-user/update-user.${theme}.svg`)
    const height = /<svg [^>]*height="(\d+)"/.exec(readFileSync(path, 'utf8'))?.[1]
    assert.ok(Number(height) <= 720, `${path} is ${height} pixels tall`)
  }
})
