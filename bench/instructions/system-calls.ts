/**
 * System calls that a server makes for a request, by name: a short run by itself, in which a tracer writes a line for
 * each. strace sees the server as it is; without it QEMU's own trace does, which also has calls that Linux answers
 * without entering the kernel (vDSO): these are left out.
 */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemCalls } from '../../shared/result/instructions.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import type { RequestRing } from '../load/request-ring.ts'
import { onPath } from '../machine/programs.ts'
import { launchedBy, patience } from './counter.ts'
import { runProgram } from './program.ts'
import { QEMU } from './qemu.ts'
import { Sequence } from './sequence.ts'

/** Requests before the ones whose calls are counted: compilers at work make calls of their own. */
const BEFORE: Record<SystemCalls['by'], number> = { strace: 8_000, qemu: 4_000 }
/** Requests whose calls are counted. */
const COUNTED = 500
/** Milliseconds after which the tracer has written what happened. */
const WRITING = 100
/** Calls for a request below which a name is left out: what a timer does now and then. */
const LEAST = 0.005

/** Answered by memory that the kernel shares with each process. */
const VDSO = ['clock_gettime', 'clock_getres', 'gettimeofday', 'time', 'getcpu']

/** What traces system calls here, the better one first; null where nothing does, or may. */
export async function tracer(): Promise<SystemCalls['by'] | null> {
  if (process.platform !== 'linux') return null
  // A container may forbid to trace.
  const isFree = onPath('strace') && (await runProgram('strace', ['-f', '-o', '/dev/null', 'true'])).status === 0
  if (isFree) return 'strace'
  return onPath(QEMU) ? 'qemu' : null
}

/** @throws where the server does not start, or answers wrongly */
export async function countSystemCalls(
  by: SystemCalls['by'],
  server: Server,
  ring: RequestRing,
  cpus: number[] | null,
): Promise<SystemCalls> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-trace-'))
  const file = join(directory, 'trace')
  const command =
    by === 'strace'
      ? ['strace', '-D', '-f', '-qq', '-s', '0', '-o', file]
      : [QEMU, '-cpu', 'max', '-strace', '-D', file]
  try {
    const launch = launchedBy(command, { runtime: server.runtime, entry: server.entry })
    const process = await ServerProcess.start(launch, cpus, patience)
    const sequence = new Sequence(ring, process.port)
    try {
      const before = BEFORE[by]
      await Promise.race([sequence.send(before), process.exited])
      await sleep(WRITING)
      const from = sizeOf(file)
      await Promise.race([sequence.send(COUNTED), process.exited])
      await sleep(WRITING)
      const calls = perRequest(callsIn(textFrom(file, from), by), COUNTED)
      return { by, before, requests: COUNTED, perRequest: calls }
    } finally {
      sequence.close()
      await process.stop(patience)
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Calls by name in a trace: `21023 read(21,…`, where what a thread goes on with (`<... read resumed>`) was counted before. */
export function callsIn(trace: string, by: SystemCalls['by']): Map<string, number> {
  const calls = new Map<string, number>()
  for (const [, name = ''] of trace.matchAll(/^\d+ +([a-z]\w*)\(/gm)) {
    if (by === 'qemu' && VDSO.includes(name)) continue
    calls.set(name, (calls.get(name) ?? 0) + 1)
  }
  return calls
}

/** The most frequent first. */
function perRequest(calls: ReadonlyMap<string, number>, requests: number): Record<string, number> {
  const shares = [...calls].map(([name, number]) => [name, number / requests] as const)
  return Object.fromEntries(shares.filter(([, share]) => share >= LEAST).sort((a, b) => b[1] - a[1]))
}

function sizeOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}

function textFrom(path: string, from: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(fstatSync(file).size - from)
    readSync(file, bytes, 0, bytes.length, from)
    return bytes.toString('latin1')
  } finally {
    closeSync(file)
  }
}
