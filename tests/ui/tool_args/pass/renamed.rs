//! `rename_all` in each style, and a `rename` that wins over it.

use tool_sdk::prelude::*;
use tool_sdk::testing;

macro_rules! styles {
    ($($name:ident $style:literal $wire:literal;)*) => {
        $(
            #[derive(ToolArgs)]
            #[tool(rename_all = $style)]
            #[allow(dead_code)]
            struct $name {
                file_path: Option<u32>,
                #[arg(rename = "x-1.2")]
                other: Option<u32>,
            }
        )*

        fn main() {
            $(
                let schema = testing::parameters::<$name>();
                assert!(schema.contains(concat!("\"", $wire, "\":")) && schema.contains("\"x-1.2\":"), "{schema}");
            )*
        }
    };
}

styles! {
    Lower "lowercase" "filepath";
    Upper "UPPERCASE" "FILEPATH";
    Snake "snake_case" "file_path";
    Camel "camelCase" "filePath";
    Pascal "PascalCase" "FilePath";
    Kebab "kebab-case" "file-path";
    Screaming "SCREAMING_SNAKE_CASE" "FILE_PATH";
}
