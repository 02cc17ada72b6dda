internal import Shared

extension SettingsViewModel {
    /// The values of a row to choose from.
    func picker(of row: SettingsRow) -> PickerViewModel<Choice> {
        let items = Derived<Int, [PickerItem<Choice>]>([])
        return PickerViewModel(title(of: row), tabs: tabs, reading: reading(of: row)) { [self] in
            refresh()
            return items.follow(makings) {
                let content = content(of: row)
                return content.titles.enumerated().map {
                    PickerItem(value: .listed($0), title: $1, isMarked: $0 == content.chosen)
                }
            }
        }
    }

    private func reading(of row: SettingsRow) -> PickerReading<Choice>? {
        guard case .shared(let setting) = row, let example = setting.example else { return nil }
        return PickerReading(example: example) { [self] (typed) throws(PickerFault) in
            do throws(SettingFault) {
                let value = try read(typed, for: setting)
                return PickerItem(value: .typed(value.text), title: value.title)
            } catch {
                throw PickerFault(words: error.sentence)
            }
        }
    }
}
