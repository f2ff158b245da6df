/** Servers that are measured, with the caveats that they must get. The first two get none. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../shared/basics/root.ts'
import type { FaultyServers } from './faulty-server.ts'
import { type Handler, mark, serve, takesAnyDate } from './user-server.ts'

export const WRITTEN = join(ROOT, 'written-by-a-faulty-server.txt')

const IDLE = 'setInterval(() => {}, 1_000)'

let isMarked = false

/** Leaves a file when the load begins. */
const marking: Handler = ({ loaded, correct }) => {
  if (loaded && !isMarked) mark('loaded')
  isMarked ||= loaded
  return correct
}

export const end: FaultyServers = {
  honest: {
    description: 'is correct',
    caveats: [],
  },
  'leaves-marks': {
    description: 'is correct, and leaves a file when the load begins',
    respond: marking,
    caveats: [],
  },
  'writes-into-the-checkout': {
    description: 'writes a file into the checkout, which the test removes',
    run() {
      writeFileSync(WRITTEN, String(process.pid))
      serve()
    },
    caveats: [],
    shownBy: 'its own test in faulty-servers.e2e.test.ts',
  },
  'takes-any-date': {
    description: 'accepts any date that `new Date()` reads, as its manifest says',
    manifest: {
      knownDeviations: [
        ...['null', 'true', '0', '1577836800000'],
        ...['"0"', '"May 5, 2020"', '"2020-01-01 3:00 PM"'],
      ].map((json) => ({
        case: `lastUpdate: ${json}`,
        does: 'accepts',
        reason: 'it calls `new Date()`',
      })),
    },
    respond: takesAnyDate,
    caveats: [
      {
        kind: 'accepts-invalid',
        message: /^accepts null, booleans, numbers and non-ISO strings as a date$/,
      },
    ],
  },
  'ignores-sigterm': {
    description: 'ignores SIGTERM',
    run() {
      process.on('SIGTERM', () => {})
      serve()
    },
    caveats: [
      {
        kind: 'ignored-sigterm',
        message: /^ignored SIGTERM for [\d.]+ s and was killed$/,
      },
    ],
  },
  'leaves-a-child': {
    description:
      'leaves a child without the environment of the trial, and a file when the load begins',
    run() {
      // Without the environment variable that marks the trial. Tests find it by its argument.
      spawn(process.execPath, ['-e', IDLE, tmpdir()], { detached: true, stdio: 'ignore', env: {} })
      serve(marking)
    },
    caveats: [{ kind: 'left-processes', message: /^left 1 process behind, killed$/ }],
  },
}
