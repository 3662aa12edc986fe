import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import productConfig from '../../webpack.config.ts';

const pages = { app: 'app.tsx', plainTail: 'plainTail.ts', virtualList: 'virtualList.tsx' };
export type PageName = keyof typeof pages;
const root = join(import.meta.dirname, '../..');

interface Options {
  names?: readonly PageName[];
  /** False: the build does not contain the recording of causes and effects. */
  isRecorded?: boolean;
}

/** The production build of the product, with the pages of the bench as entry points. */
export function buildPages(
  directory: string,
  { names = Object.keys(pages) as PageName[], isRecorded = true }: Options = {},
): Promise<void> {
  process.env.NODE_ENV = 'production';
  const product = productConfig({}, { mode: 'production' });
  const compiler = webpack({
    ...product,
    context: root,
    entry: Object.fromEntries(names.map((name) => [name, join(import.meta.dirname, 'pages', pages[name])])),
    output: { ...product.output, path: directory },
    cache: false,
    devtool: process.env.BENCH_PROFILE ? 'source-map' : false,
    plugins: [
      new webpack.DefinePlugin({
        __SENTRY_DEBUG__: 'false',
        __SENTRY_TRACING__: 'false',
        __BUILD__: '"bench"',
        __HAS_SERVICE_WORKER__: 'false',
        __IS_RECORDED__: JSON.stringify(isRecorded),
      }),
      new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:10].css' }),
      ...names.map(
        (name) =>
          new HtmlWebpackPlugin({
            chunks: [name],
            filename: `${name}.html`,
            templateContent: `<!doctype html><html lang="en"><head><title>${name}</title></head><body><div id="root"></div></body></html>`,
            scriptLoading: 'defer',
          }),
      ),
    ],
  });
  if (!compiler) throw new Error('webpack did not start');
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  });
}
