export { GET } from '../../hello.ts'
