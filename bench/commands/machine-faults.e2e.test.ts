/** Faults of the machine: each is one line, disqualifies no server, and loses no result. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readResult } from '../../shared/results/file.ts'
import {
  CommandLine,
  commandLine,
  faultyDirectory,
  processesOf,
  runDirectory,
  SHORT,
  until,
} from '../test/testing.ts'

const FAULTY = faultyDirectory()
const chosen = (server: string) => ['update-user', '--servers-dir', FAULTY, '--servers', server]
const withoutNetwork = ['unshare', '--map-root-user', '--net']
const [unshare = '', ...options] = withoutNetwork
const skip =
  spawnSync(unshare, [...options, 'true']).status !== 0 && 'needs network namespaces of users'

test('loopback that is down', { skip }, async (t) => {
  const scratch = runDirectory(t)
  const { status, output, complaints } = await commandLine(
    scratch,
    ['verify', ...chosen('honest')],
    withoutNetwork,
  )
  assert.deepEqual([status, output, complaints.length], [3, [], 1])
  assert.match(complaints[0] ?? '', /^could not be measured: 127\.0\.0\.1 cannot be reached: /)
})

test('few open files', { skip: process.platform !== 'linux' && 'reads /proc' }, async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const limited = ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh']
  const args = ['run', ...chosen('honest'), '--out', out]
  const { status, complaints } = await commandLine(scratch, args, limited)
  assert.deepEqual([status, complaints.length, existsSync(out)], [3, 1, false])
  assert.match(complaints[0] ?? '', /may open only 64 files, but with 100 connections /)
})

test('a full disk behind the output', { skip: !existsSync('/dev/full') }, async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const full = ['sh', '-c', '"$@" >/dev/full', 'sh']
  const args = ['run', ...chosen('honest'), ...SHORT, '--out', out]
  const { status, complaints } = await commandLine(scratch, args, full)
  assert.deepEqual(
    [status, complaints],
    [3, ['cannot write the output: ENOSPC: no space left on device, write']],
  )
  assert.equal(readResult(out).subjects[0]?.disqualified, null)
})

test('SIGKILL of the load generator repeats the slice', {
  skip: process.platform !== 'linux' && 'processes are found in /proc',
}, async (t) => {
  const scratch = runDirectory(t)
  const out = join(scratch, 'result.json')
  const args = ['run', ...chosen('leaves-marks'), ...SHORT, '--seconds', '1', '--out', out]
  const run = new CommandLine(scratch, args)
  await until(() => existsSync(join(scratch, 'loaded')))
  for (const line of processesOf(scratch).filter((each) => each.includes('builtin/process.ts')))
    process.kill(Number.parseInt(line, 10), 'SIGKILL')
  const { status, complaints } = await run.ended
  assert.deepEqual([status, complaints], [0, []])
  assert.match(run.printed, /leaves-marks: the load generator ended: .*SIGKILL: the slice is rep/)
  assert.equal(readResult(out).subjects[0]?.disqualified, null)
})
