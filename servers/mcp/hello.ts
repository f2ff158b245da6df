import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { serve } from './serve.ts'

serve(() => {
  const server = new McpServer({ name: 'greetings', version: '1.0.0' })
  server.registerTool('hello', { description: 'Greets the world', outputSchema: { hello: z.string() } }, () => {
    const output = { hello: 'world' }
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
  })
  return server
})
