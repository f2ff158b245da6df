import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { ownRunDirectory } from '../test/testing.ts'
import { assertFiles, assertUsable, onUsableMachine } from './usable.ts'

test('a limit of open files must leave room for the connections', () => {
  const limits = (number: number | string) =>
    `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${number}                  4096                 files\n`
  assertFiles(100, limits(1_024))
  assertFiles(100, limits('unlimited'))
  assertFiles(100, '')
  const message =
    'a process may open only 64 files, but with 100 connections it needs 140: raise the limit: ulimit -n 256'
  assert.throws(() => assertFiles(100, limits(64)), new Unmeasurable(message))
})

test('without a temporary folder, a failed work is no fault of its server', async (t) => {
  const scratch = ownRunDirectory(t)
  await assertUsable()
  const fails = () => onUsableMachine(() => Promise.reject(new Error('it failed')))
  await assert.rejects(fails, { message: 'it failed' })
  process.env.TMPDIR = join(scratch, 'gone')
  const message =
    /^cannot write to the temporary folder .*gone: ENOENT.*; create it, .*or set TMPDIR$/
  await assert.rejects(fails, { message })
})
