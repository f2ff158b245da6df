/** Test helpers. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { createRandom } from './random.ts'

/** Returns a generator of standard normal numbers (Box–Muller), reproducible by seed. */
export function normalNumbers(seed: number): () => number {
  const random = createRandom(seed)
  const uniform = () => random.integer(1, 0x7fffffff) / 0x80000000
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

export function assertNear(
  value: number | null | undefined,
  expected: number,
  margin = 1e-9,
): void {
  const distance = Math.abs((value ?? Number.NaN) - expected)
  assert.ok(distance <= margin, `${value} instead of ${expected}`)
}

/** Returns how often a condition holds in so many tries. */
export function shareOf(tries: number, holds: () => boolean): number {
  return Array.from({ length: tries }, holds).filter(Boolean).length / tries
}

/** Creates a directory that is removed after the test. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-test-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Writes files by their paths in the directory; contents that are not strings are written as JSON. */
export function writeTree(directory: string, files: Record<string, unknown>): void {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof contents === 'string' ? contents : JSON.stringify(contents))
  }
}
