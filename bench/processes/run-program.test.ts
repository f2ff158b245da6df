import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../test/testing.ts'
import { isAlive } from './processes.ts'
import { runProgram } from './run-program.ts'

test('at its limit, a program is killed with its children, which hold its output open', async () => {
  const script = 'sleep 600 & echo $!; wait'
  const { isLate, stdout } = await runProgram('sh', ['-c', script], { limit: 0.5 })
  assert.ok(isLate)
  // A killed process closes its output before it is gone.
  await until(() => !isAlive(Number(stdout)))
})
