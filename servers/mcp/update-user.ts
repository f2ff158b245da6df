import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { serve } from './serve.ts'

serve(() => {
  const server = new McpServer({ name: 'users', version: '1.0.0' })
  server.registerTool(
    'updateUser',
    {
      description: 'Moves the last update of a user by a month',
      inputSchema: {
        id: z.number(),
        name: z.string(),
        surname: z.string(),
        lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      },
      outputSchema: { id: z.number(), name: z.string(), surname: z.string(), lastUpdate: z.string() },
    },
    (user) => {
      user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      const output = { ...user, lastUpdate: user.lastUpdate.toISOString() }
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
    },
  )
  return server
})
