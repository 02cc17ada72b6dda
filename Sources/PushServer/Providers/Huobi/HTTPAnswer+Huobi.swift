extension HTTPAnswer {
    /// Checks an answer of Huobi and passes its `data` to `read` (providers.md section 2.6).
    ///
    /// `read` may run before the status is known, so its results are valid only if this method returns.
    func huobi(_ read: (inout JSONReader) throws(JSONError) -> Void) throws(ProviderFailure) -> HuobiStatus {
        var status = HuobiStatus()
        guard isSuccess else { throw failureByStatus }
        try json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                if key == "data" { try read(&reader) } else { try status.read(key, from: &reader) }
            }
        }
        if let failure = status.failure(in: self) { throw failure }
        return status
    }
}
