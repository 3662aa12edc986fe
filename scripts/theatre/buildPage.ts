import path from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';
import configure from '../../webpack.config.ts';

const root = path.join(import.meta.dirname, '../..');
/** Outside of `dist`: the build of the application does not contain the theatre. */
export const PAGE_FOLDER = path.join(root, '.cache/theatre');

/** The configuration of the application with another page. */
function configuration(): Configuration {
  const {
    cache: _cache,
    optimization: _optimization,
    plugins: _plugins,
    ...shared
  } = configure(null, { mode: 'production' });
  return {
    ...shared,
    entry: { theatre: './src/theatre/main.tsx' },
    output: { ...shared.output, path: PAGE_FOLDER },
    devtool: false,
    cache: { type: 'filesystem', name: 'theatre', cacheDirectory: path.join(root, '.cache/webpack') },
    optimization: { minimize: false },
    plugins: [
      new webpack.DefinePlugin({ __DEVELOPER_TOOLS__: 'true', __BUILD__: '"theatre"' }),
      new HtmlWebpackPlugin({ template: 'src/theatre/index.html', scriptLoading: 'defer' }),
      new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:6].css' }),
    ],
  };
}

/** Builds the page of the theatre; what has not changed comes from the cache. */
export function buildPage(): Promise<void> {
  process.chdir(root);
  return new Promise((resolve, reject) => {
    webpack(configuration(), (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve();
    });
  });
}

if (process.argv[1] === import.meta.filename) await buildPage();
