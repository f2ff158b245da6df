import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

/** Prints the time that ticks take in the best of many short turns, after what was done first: others may be at work. */
const PROGRAM = (first: string) => `
const ticks = (number) =>
  new Promise((resolve) => {
    let done = 0
    const tick = () => (++done < number ? process.nextTick(tick) : resolve())
    process.nextTick(tick)
  })
${first}
let best = Infinity
for (let turn = 0; turn < 200; turn++) {
  const begin = performance.now()
  await ticks(2_000)
  best = Math.min(best, performance.now() - begin)
}
console.log(best)
`
const COLLECTION = 'await ticks(20); gc(); gc()'

function tickTime(first: string): number {
  const pinning = pathToFileURL(join(import.meta.dirname, 'pinned-tick-map.mjs')).href
  const args = ['--expose-gc', '--import', pinning, '--input-type=module', '--eval', PROGRAM(first)]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('ticks are as fast after a full collection that found none alive as before it', () => {
  const ratio = tickTime(COLLECTION) / tickTime('')
  assert.ok(ratio < 3, `${ratio} times as long`)
})
