import { spawn } from 'node:child_process'
import { serve } from '../user-server.ts'

const idle = 'setInterval(() => {}, 1_000)'
// The shell ends at once and leaves its child to the system.
spawn('sh', ['-c', '"$0" -e "$1" &', process.execPath, idle], { detached: true, stdio: 'ignore' })
serve()
