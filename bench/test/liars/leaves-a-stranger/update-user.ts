import { spawn } from 'node:child_process'
import { serve } from '../user-server.ts'

const idle = 'setInterval(() => {}, 1_000)'
// Of all that it could be known by, only the process group is left.
const { PATH } = process.env
spawn('sh', ['-c', '"$0" -e "$1" &', process.execPath, idle], { env: { PATH }, stdio: ['ignore', 'ignore', 'inherit'] })
serve()
