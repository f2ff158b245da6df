import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { serve } from '../user-server.ts'

const idle = 'setInterval(() => {}, 1_000)'
// Without the environment, by which the runner would know it; the argument is for the test to find it by.
spawn(process.execPath, ['-e', idle, tmpdir()], { detached: true, stdio: 'ignore', env: {} })
serve()
