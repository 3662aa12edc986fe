import { createTheme, Input, type MantineColorsTuple, Select } from '@mantine/core';

/** Mantine's own palettes fail AA, so every hue it may reach for is one of ours, read from the tokens. */
const palette = (name: string): MantineColorsTuple => {
  const shade = (index: number) => `var(--${name}-${index})`;
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)];
};
const evergreen = palette('evergreen');
const amber = palette('amber');
const berry = palette('berry');
const sky = palette('sky');

export const mantineTheme = createTheme({
  colors: {
    evergreen,
    amber,
    berry,
    sky,
    gray: palette('stone'),
    dark: palette('night'),
    green: evergreen,
    yellow: amber,
    red: berry,
    blue: sky,
  },
  primaryColor: 'evergreen',
  primaryShade: { light: 7, dark: 4 },
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '660' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Input: Input.extend({
      vars: () => ({
        wrapper: {
          '--input-height': '2.5rem',
          '--input-bd': 'var(--line-control)',
          '--input-bg': 'var(--surface)',
          '--input-bd-focus': 'var(--primary)',
          '--input-fz': '1em',
        },
      }),
    }),
    Select: Select.extend({
      defaultProps: {
        comboboxProps: { shadow: 'md', radius: 'lg', keepMounted: false, transitionProps: { duration: 0 } },
      },
    }),
  },
});
