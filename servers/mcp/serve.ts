import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { RequestHandler } from 'express'

const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null })

/** Serves without sessions: each request has a server and a transport of its own. */
export function serve(getServer: () => McpServer) {
  const app = createMcpExpressApp()

  app.post('/mcp', async (req, res) => {
    const server = getServer()
    try {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
      await server.connect(transport)
      await transport.handleRequest(req, res, req.body)
      res.on('close', () => {
        transport.close()
        server.close()
      })
    } catch {
      if (!res.headersSent) res.status(500).json(rpcError(-32603, 'Internal server error'))
    }
  })

  const notAllowed: RequestHandler = (_req, res) => {
    res.status(405).json(rpcError(-32000, 'Method not allowed.'))
  }
  app.get('/mcp', notAllowed)
  app.delete('/mcp', notAllowed)

  app.listen(Number(process.env.PORT), process.env.HOST as string)
}
