/** The part of jStat that the suite uses; the package has no types of its own. */
declare module 'jstat' {
  const jStat: {
    studentt: {
      /** Distribution function of Student's t. */
      cdf(x: number, degreesOfFreedom: number): number
      /** Quantile of Student's t distribution. */
      inv(p: number, degreesOfFreedom: number): number
    }
    normal: {
      /** Quantile of the normal distribution. */
      inv(p: number, mean: number, sd: number): number
    }
    binomial: {
      /** Probability of at most k successes in n trials. */
      cdf(k: number, n: number, p: number): number
    }
  }
  export default jStat
}
