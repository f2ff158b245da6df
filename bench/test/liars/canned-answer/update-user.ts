import { honest, ok, serve } from '../user-server.ts'

const canned = ok({ id: 1, name: 'Ann', surname: 'Lee', lastUpdate: '2024-02-01T00:00:00.000Z' })
serve((call) => (honest(call).status === 200 ? canned : honest(call)))
