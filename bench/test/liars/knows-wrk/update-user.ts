import { honest, ok, serve } from '../user-server.ts'

serve((call) => (call.headers.connection === undefined ? ok({}) : honest(call)))
