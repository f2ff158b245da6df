import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { expressMiddleware } from '@as-integrations/express5'
import cors from 'cors'
import express from 'express'

const typeDefs = `#graphql
  type Greeting {
    hello: String!
  }

  type Query {
    hello: Greeting!
  }
`

const resolvers = { Query: { hello: () => ({ hello: 'world' }) } }

const app = express()
const httpServer = createServer(app)
const server = new ApolloServer({ typeDefs, resolvers, plugins: [ApolloServerPluginDrainHttpServer({ httpServer })] })

await server.start()
app.use('/graphql', cors(), express.json(), expressMiddleware(server))

httpServer.listen(Number(process.env.PORT), process.env.HOST)
