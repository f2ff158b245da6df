import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { sampleValidators } from './fixtures.ts'
import { validatorsStore } from './format.ts'
import validators from './instrument.ts'
import { summarized } from './summary.ts'

const FOLDER = 'results/validators'

test('a time is the mean over processes minus the loop, with an interval', () => {
  const [zod] = summarized(sampleValidators({ zod: { times: [100, 102, 104] } }))
  const { nanoseconds, instructions, bytes } = zod?.summary.operations.validate ?? assert.fail()
  assert.equal(nanoseconds.value, 100)
  // Student's t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs((nanoseconds.high ?? 0) - (100 + (4.303 * 2) / Math.sqrt(3))) < 0.01)
  assert.equal(instructions, null)
  assert.equal(bytes, 128)
})

test('the published file is clean and has most libraries, or else is the newest', (t) => {
  const root = temporaryDirectory(t)
  assert.deepEqual(validators.published?.(root), [])
  const folder = join(root, FOLDER)
  mkdirSync(folder, { recursive: true })
  const write = (day: number, names: string[], clean: boolean | null) => {
    const libraries = Object.fromEntries(names.map((name) => [name, { times: [100] }]))
    const sample = sampleValidators(libraries, `2026-11-0${day}T10:00:00.000Z`)
    validatorsStore.write(join(folder, `2026-11-0${day}T10-00-00Z.json`), { ...sample, source: { commit: 'a', clean } })
  }
  write(1, ['zod', 'ajv'], true)
  write(2, ['zod', 'ajv'], true)
  write(3, ['zod', 'ajv', 'joi'], false)
  write(4, ['zod'], true)
  assert.deepEqual(
    validators.published?.(root).map(({ path }) => path),
    [`${FOLDER}/2026-11-02T10-00-00Z.json`],
  )
})
