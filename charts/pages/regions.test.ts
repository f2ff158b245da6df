import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
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
