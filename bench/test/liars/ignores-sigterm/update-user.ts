import { serve } from '../user-server.ts'

process.on('SIGTERM', () => {})
serve()
