/** Node arguments for a server that ends when the test process ends, even if the test process is killed. */
export const WITH_PARENT = ['--import', './test/support/watchParent.mjs'];
