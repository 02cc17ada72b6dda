extension QRCode {
    /// Two modules in each character, dark on light whatever the terminal's colors are, with the margin that readers
    /// need.
    package var lines: [String] {
        let margin = 4
        func isDark(_ row: Int, _ column: Int) -> Bool {
            0..<size ~= row && 0..<size ~= column && self[row, column]
        }
        return stride(from: -margin, to: size + margin, by: 2).map { row in
            let cells = (-margin..<size + margin).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return "\u{1B}[30;107m" + cells.joined() + "\u{1B}[0m"
        }
    }
}
