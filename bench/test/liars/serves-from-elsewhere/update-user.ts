import { spawn } from 'node:child_process'
import { join } from 'node:path'

const honest = join(import.meta.dirname, '../honest/update-user.ts')
// The shell ends at once and leaves its child to the system.
spawn('sh', ['-c', '"$0" "$1" &', process.execPath, honest], { detached: true, stdio: 'ignore' })
setInterval(() => {}, 1_000)
