/// One page of many items.
#[derive(ToolValue)]
pub struct Page<T: Clone, const N: usize> {
    items: Vec<T>,
    #[arg(min = 1)]
    total: u32,
}
