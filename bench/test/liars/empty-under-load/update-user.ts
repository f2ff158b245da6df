import { honest, serve } from '../user-server.ts'

serve((call) => (call.loaded && call.count % 1_000 === 0 ? { status: 204, body: '', headers: {} } : honest(call)))
